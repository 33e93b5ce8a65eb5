import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const usualNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/**
 * Features of Chromium that tests go without. Its last `--disable-features` alone counts, so Playwright's
 * own stand here again. The omnibox popups are pages: each window would draw two that nobody sees, at the
 * price of a page of ours. A renderer in reserve beside each page would cost a tenth of what pages do.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
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
]

/** How a Chromium is started for tests: as root, without a graphics card, quiet on the network. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
]

/** Where a Chromium stands: CHROMIUM_PATH, a usual name on PATH, or Playwright's own; or nothing. */
export function findChromium(): string | undefined {
  return [named(), ...onPath(...usualNames), chromium.executablePath()].find(canRun)
}

const named = () => process.env['CHROMIUM_PATH'] ?? ''

const onPath = (...names: string[]) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))

/**
 * Where a Chromium stands, installed first when there is none: by Playwright, then by apt (as root on
 * Debian and its kin). Throws a sentence that says what to install when neither works.
 */
export function ensureChromium(): string {
  const playwright = ['npx', 'playwright', 'install', 'chromium']
  const found = findChromium() ?? installed([playwright, ...byApt('chromium')], findChromium)
  if (found !== undefined) return found
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium) or say where it is in CHROMIUM_PATH.',
  )
}

const shell = 'chromium-headless-shell'

/**
 * Where Chromium stands without what is around a page (windows, notifications, its own pages): it draws the same for a
 * quarter less work. Installed first where apt can; else the whole one. CHROMIUM_PATH is taken as it is.
 */
export function ensureShell(): string {
  const find = () => [named(), ...onPath(shell)].find(canRun)
  return find() ?? installed(byApt(shell), find) ?? ensureChromium()
}

type Command = readonly string[]

function byApt(name: string): Command[] {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return []
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', name],
  ]
}

/** Runs commands until `find` finds a browser that starts. */
function installed(commands: Command[], find: () => string | undefined): string | undefined {
  for (const [command = '', ...words] of commands) {
    console.log(`No Chromium yet: ${command} ${words.join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync(command, words, { stdio: 'inherit', env, timeout: 600_000 })
    const found = find()
    if (found !== undefined && starts(found)) return found
  }
  return undefined
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}

/** What Playwright downloads may lack libraries of the system; then apt's is the one that runs. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
