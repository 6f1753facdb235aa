// Validates a PDF with pdfcpu in strict mode: node pdfcpu.mjs PDFCPU.wasm FILE.pdf
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { WASI } from "node:wasi";

const [program, file] = process.argv.slice(2);
const settings = mkdtempSync(join(tmpdir(), "pdfcpu-"));
const wasi = new WASI({
  version: "preview1",
  args: ["pdfcpu", "validate", "-mode", "strict", `/in/${basename(file)}`],
  env: { XDG_CONFIG_HOME: "/settings", HOME: "/settings" },
  preopens: { "/in": dirname(resolve(file)), "/settings": settings },
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
rmSync(settings, { recursive: true });
