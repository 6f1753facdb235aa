"""What tests share: small projects, the command, PDFs and pictures read back, and how to wait."""
