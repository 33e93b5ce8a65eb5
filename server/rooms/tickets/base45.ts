const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Bytes as base45 (RFC 9285): the characters a QR code packs best. */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const high = bytes[at] ?? 0
    const low = bytes[at + 1]
    text += low === undefined ? digits(high, 2) : digits(high * 256 + low, 3)
  }
  return text
}

/** The bytes of base45 text, or undefined when it is not what `toBase45` writes. */
export function fromBase45(text: string): Uint8Array | undefined {
  if (text.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const group = Array.from(text.slice(at, at + 3), (character) => alphabet.indexOf(character))
    if (group.includes(-1)) return undefined
    const value = group.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value > (group.length === 3 ? 0xffff : 0xff)) return undefined
    bytes.push(...(group.length === 3 ? [value >> 8, value & 0xff] : [value]))
  }
  return Uint8Array.from(bytes)
}

function digits(value: number, count: number): string {
  let rest = value
  let text = ''
  for (let at = 0; at < count; at += 1) {
    text += alphabet[rest % 45] ?? ''
    rest = Math.trunc(rest / 45)
  }
  return text
}
