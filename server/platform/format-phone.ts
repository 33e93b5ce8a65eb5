/** Returns a phone number in its usual spelling: `0803 123 4567` in Nigeria, `+233 …` elsewhere. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3')
}
