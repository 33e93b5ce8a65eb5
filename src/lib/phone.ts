/**
 * A phone number in E.164 from what people write: `0803 123 4567`, `+234…`, `234…`, `8031234567`, or
 * another country's with `+`. Undefined when it is no phone number. Other countries' rules are large
 * and come only when they are needed.
 */
export async function readPhone(text: string): Promise<string | undefined> {
  const written = text.normalize('NFKC').trim()
  const digits = written.replaceAll(/[\s().-]/g, '')
  const national = /^(?:\+?234|0)?0?([789][01]\d{8})$/.exec(digits)?.[1]
  if (national !== undefined) return `+234${national}`
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const found = parsePhoneNumberFromString(written, 'NG')
  return found?.isPossible() === true ? found.number : undefined
}

/** `0803 123 4567` for Nigerian numbers in E.164, others as they are. */
export function showPhone(e164: string): string {
  const parts = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return parts === null ? e164 : `0${parts[1]} ${parts[2]} ${parts[3]}`
}
