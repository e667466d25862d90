/** Chromium from a package: installed and unpacked when first needed. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(new URL('packagedChromium', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** Fonts of the system, and the package's own where it has none. */
const fontList = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Libraries a bare machine lacks are the package's; a system's list of fonts goes before ours. */
const launchScript = `#!/bin/sh
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

/** Installs and unpacks in a folder of its own that gets its name when whole: runs may start at once. */
function install(name: string, folder: string): void {
  console.log(`Installing ${name} (70 MB) in ${folder}`)
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'chromium-'))
  try {
    cpSync(manifest, fresh, { recursive: true })
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: fresh,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
    })
    const env = { ...process.env, TMPDIR: fresh }
    execFileSync(process.execPath, [join(fresh, 'unpack.js')], { env, stdio: 'inherit', timeout: 300_000 })
    writeFileSync(join(fresh, 'fonts.conf'), fontList)
    writeFileSync(join(fresh, 'launch'), launchScript, { mode: 0o755 })
    rmSync(join(fresh, 'node_modules'), { recursive: true })
    if (!existsSync(folder)) renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Launcher of the packaged Chromium; undefined where there is none for the platform, or it cannot be had. */
export function packagedChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { dependencies } = JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8'))
  const name = `@sparticuz/chromium@${dependencies['@sparticuz/chromium']}`
  const folder = join(cache, name.replaceAll('/', '-'))
  try {
    if (!existsSync(folder)) install(name, folder)
    return join(folder, 'launch')
  } catch {
    return undefined
  }
}
