import { createHash } from 'node:crypto'

const gsi = 'https://accounts.google.com/gsi'

/**
 * Strict policy in the page itself: headers would be frozen in the service worker's copy. Only login and
 * signup let Google's script in, where a default policy of Trusted Types names what may be loaded.
 */
export function policyFor(html: string, google: boolean): string {
  const hashes = (tag: RegExp) =>
    [...html.matchAll(tag)]
      .map(
        ([, text]) =>
          `'sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}'`,
      )
      .join(' ')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)}${google ? ` ${gsi}/client` : ''}`,
    `style-src 'self' ${hashes(/<style>([\s\S]*?)<\/style>/g)}${google ? ` ${gsi}/style` : ''}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${google ? ` ${gsi}/` : ''}`,
    ...(google ? [`frame-src ${gsi}/`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types sw${google ? ' default' : ''}`,
  ]
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`
}
