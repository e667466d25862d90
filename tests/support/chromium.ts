/** Chromium of the browser tests: `CHROMIUM`, a package, the usual places, Playwright's download. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium as playwright } from '@playwright/test'
import { packagedChromium } from './packagedChromium.ts'

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
 * Disabled features. Chromium obeys the last such list, so Playwright's are repeated; the last two would load a page
 * per window.
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

/** Arguments: no profile questions, no updates, no sandbox (containers run as root). */
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

/** Playwright's own Chromium; closed networks do not reach its servers. */
function downloadedChromium({ download }: { download: boolean }): string | undefined {
  const path = playwright.executablePath()
  if (!existsSync(path) && download) {
    console.log('Downloading the Chromium of Playwright')
    const program = createRequire(import.meta.url).resolve('@playwright/test/cli')
    try {
      execFileSync(process.execPath, [program, 'install', '--no-shell', 'chromium'], {
        stdio: 'ignore',
        timeout: 600_000,
      })
    } catch {
      return undefined
    }
  }
  return existsSync(path) ? path : undefined
}

/** A browser of the machine, or undefined. */
const installedChromium = (): string | undefined => PLACES.find(existsSync) ?? downloadedChromium({ download: false })

/**
 * Path of Chromium: `CHROMIUM`, else the pinned package, else the machine's, else Playwright's download.
 * @throws one line that says how to get one
 */
export function chromium(): string {
  const given = process.env.CHROMIUM
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM=${given} does not exist`)
  }
  const found = packagedChromium() ?? installedChromium() ?? downloadedChromium({ download: true })
  if (found) return found
  throw new Error(
    'No Chromium found, and none to be had: install one (Debian: apt-get install -y chromium) or set CHROMIUM to its path',
  )
}
