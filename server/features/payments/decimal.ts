import { ProviderDown } from './provider.ts'

/** Kobo as naira with two decimals, without floats: 123435 → `1234.35`. */
export function nairaDecimal(amount_kobo: number): string {
  return `${Math.trunc(amount_kobo / 100)}.${String(amount_kobo % 100).padStart(2, '0')}`
}

/** Naira as a provider writes them (`1234.35`, 1234.5, 1234) as kobo. Throws ProviderDown for anything else. */
export function koboOf(amount: string | number): number {
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(amount))
  if (parts === null) throw new ProviderDown('an amount that is no amount')
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
