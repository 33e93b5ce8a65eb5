import { ensureChromium, launchFlags } from '#tests/support/chromium'

/**
 * A browser with what is around a page, where a test needs it: notifications, the manifest, lettering as people see
 * it.
 */
export const wholeBrowser = { executablePath: ensureChromium(), args: launchFlags }
