/** A product that runs for the browser tests: its address, and the folder of its data. */
export interface RunningProduct {
  url: string
  data_dir: string
}

/** What the run's start hands to its workers. */
export function handOut(products: readonly RunningProduct[]): void {
  process.env['E2E_PRODUCTS'] = JSON.stringify(products)
}

/**
 * Names this worker's own product in `E2E_URL` and `E2E_DATA_DIR`: workers share no database, so that
 * one's bookings never meet another's.
 */
export function takeOwnProduct(): void {
  const products = JSON.parse(process.env['E2E_PRODUCTS'] ?? '[]') as RunningProduct[]
  const own = products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (own === undefined) return
  process.env['E2E_URL'] = own.url
  process.env['E2E_DATA_DIR'] = own.data_dir
}
