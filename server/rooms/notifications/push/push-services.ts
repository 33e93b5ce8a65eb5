import type { Config } from '#server/config'

/** Hosts of all browsers' push services. No other host is called, whatever URL a phone sends. */
const hosts =
  /^(?:fcm\.googleapis\.com|android\.googleapis\.com|jmt17\.google\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)$/

/**
 * Returns whether a URL is of a known push service, over https at the usual port. With a stand-in, its URLs are
 * accepted too. Any other URL could make us call into our own network.
 */
export function isPushService({ push }: Pick<Config, 'push'>, address: string): boolean {
  if (push.stand_in_url !== undefined && isBelow(push.stand_in_url, address)) return true
  const url = parsed(address)
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    hosts.test(url.hostname)
  )
}

const isBelow = (base: string, address: string) =>
  address.startsWith(`${base}/`) && /^[\w-]+$/.test(address.slice(base.length + 1))

function parsed(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
