"""Format problems and results as text, JSON, SARIF and GitHub annotations."""

from cardforge.report.campaign_report import campaign_json, campaign_text, choices_text, scenarios_text, step_text
from cardforge.report.check_report import judgement_data, judgement_json, judgement_text, verdict_line
from cardforge.report.explain_page import explanation_page
from cardforge.report.formats import as_data as problem_data
from cardforge.report.formats import github_report, json_report, sarif_report
from cardforge.report.terminal import summary, text_report

__all__ = [
    "campaign_json",
    "campaign_text",
    "choices_text",
    "explanation_page",
    "github_report",
    "json_report",
    "judgement_data",
    "judgement_json",
    "judgement_text",
    "problem_data",
    "sarif_report",
    "scenarios_text",
    "step_text",
    "summary",
    "text_report",
    "verdict_line",
]
