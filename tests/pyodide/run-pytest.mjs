// Runs pytest inside Pyodide, on the browser's Python: node run-pytest.mjs SITE_PACKAGES PYTEST_ARGUMENTS...
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { loadPyodide } = await import(`${root}web/node_modules/pyodide/pyodide.mjs`);
const [sitePackages, ...args] = process.argv.slice(2);
if (!existsSync(sitePackages)) throw new Error(`No packages at ${sitePackages}`);
const python = await loadPyodide({ indexURL: `${root}web/node_modules/pyodide/` });
for (const [place, folder] of [["/repo", root], ["/packages", sitePackages]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("arguments", python.toPy(args));
let code = 1;
try {
  code = python.runPython(`
import os, sys
sys.dont_write_bytecode = True
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins of other tests need compiled parts
os.chdir("/repo")
sys.path[:0] = ["/repo/src", "/repo"]
sys.path.append("/packages")
import pytest
print(sys.version, flush=True)
int(pytest.main(["-q", "-p", "no:cacheprovider", "-W", "ignore", *arguments]))
`);
} catch (fault) {
  console.error(String(fault.message ?? fault).slice(-3000)); // the rest would be Pyodide's own source in one line
}
process.exit(code);
