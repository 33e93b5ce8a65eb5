import { createHash } from 'node:crypto'

/**
 * Returns a page with its Content Security Policy in a `<meta>` element. There, the service worker can change it when
 * it makes a login page of the stored start page.
 */
export function addPolicy(html: string): string {
  const hashes = (tag: RegExp) =>
    [...html.matchAll(tag)].map(([, text = '']) => `'sha256-${computeSha256(text)}'`).join(' ')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self' ${hashes(/<style>([\s\S]*?)<\/style>/g)}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types sw',
  ]
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`
  return html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`)
}

const gsi = 'https://accounts.google.com/gsi'

/**
 * The texts that a login page has and other pages lack, each with the text before it. Only login and signup allow
 * Google's script; there, a default policy of Trusted Types lists what may be loaded.
 */
export const loginInsertions: readonly (readonly [before: string, more: string])[] = [
  ['<html ', 'data-document="auth" '],
  ['script-src ', `${gsi}/client `],
  ['style-src ', `${gsi}/style `],
  ['connect-src ', `${gsi}/ `],
  ["worker-src 'self'; ", `frame-src ${gsi}/; `],
  ['trusted-types ', 'default '],
]

/** Returns the login page that is made of a page with its policy. The service worker makes it in the same way. */
export const makeLoginPage = (html: string): string =>
  loginInsertions.reduce((page, [before, more]) => page.replace(before, before + more), html)

/** Returns the first six bytes of SHA-256 in base64url: eight characters, with which the worker checks a file. */
export const computeShortHash = (text: string | Buffer) =>
  createHash('sha256').update(text).digest().subarray(0, 6).toString('base64url')

/** Returns SHA-256 in base64, as policies need it. */
const computeSha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64')
