/** The price of a byte in Nigeria. Source: bundles of 2025, ₦431 to 475 a GB. */
const nairaPerByte = 0.46 / 1_000_000

/** `12 kB`, `1.4 MB`; at least 1 kB for anything above 0. */
export function formatBytes(bytes: number): string {
  if (bytes >= 999_500) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.ceil(bytes / 1000)} kB`
}

/** Returns the price of `bytes` of mobile data: `₦0.09`. */
export function formatDataCost(bytes: number): string {
  const naira = bytes * nairaPerByte
  return naira > 0 && naira < 0.01 ? 'less than ₦0.01' : `₦${naira.toFixed(2)}`
}
