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
 * Features of Chromium that tests disable. Only the last `--disable-features` counts, so those of Playwright are
 * repeated here. The omnibox popups are pages: each window would render two invisible ones, each as expensive as a page
 * of ours. Spare renderers would add a tenth to the cost of our pages.
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

/** Flags of Chromium for tests: as root, without a graphics card, without background network traffic. */
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

/** Returns the path of a Chromium: CHROMIUM_PATH, a usual name on PATH, or Playwright's own; else undefined. */
export function findChromium(): string | undefined {
  return [named(), ...onPath(...usualNames), chromium.executablePath()].find(canRun)
}

const named = () => process.env['CHROMIUM_PATH'] ?? ''

const onPath = (...names: string[]) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))

/**
 * Returns the path of a Chromium, which it installs if there is none: with Playwright, otherwise with apt (as root on
 * Debian and similar systems). Throws an error that says what to install if neither works.
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
 * Returns the path of a headless shell, which has no windows and no notifications, but renders the same with a quarter
 * less work. Installs it if apt can; otherwise returns the whole browser. CHROMIUM_PATH takes precedence.
 */
export function ensureHeadlessShell(): string {
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

/** Runs installation commands until `find` returns a browser that starts. */
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

/** Whether a browser starts. Playwright's download may lack system libraries; then only apt's browser starts. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
