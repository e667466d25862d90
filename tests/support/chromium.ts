/** Finds a Chromium for the browser tests: `CHROMIUM`, then the usual places. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * What is turned off in it. Of several such lists it obeys the last, so ours begins with what Playwright turns off; the last
 * two are pages it would load for each window, to draw suggestions under an address bar that nobody sees: they took as long
 * as the window itself.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Arguments that keep it quiet: no profile questions, no updates, no sandbox (containers run as root). */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  `--disable-features=${withoutFeatures.join(',')}`,
]

/** A build machine may install what it lacks; a person's machine is never changed unasked. */
function installOnBuildMachine(): string | undefined {
  if (!process.env.CI || process.getuid?.() !== 0) return undefined
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore', timeout: 300_000 })
    execFileSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'ignore', timeout: 600_000 })
  } catch {
    return undefined
  }
  return PLACES.find(existsSync)
}

/** Path of the Chromium to use; throws one line that says how to get one. */
export function chromium(): string {
  const given = process.env.CHROMIUM
  if (given && !existsSync(given)) throw new Error(`CHROMIUM=${given} does not exist`)
  const found = given || PLACES.find(existsSync) || installOnBuildMachine()
  if (found) return found
  throw new Error('No Chromium found: install one (Debian: apt-get install -y chromium) or set CHROMIUM to its path')
}
