import type { StoreDeclaration } from '#lib/room'

/**
 * The databases of the counter: of a clerk, the seats that are set aside for this phone and the sales without an
 * answer; of the device, its motor park. Both the app and the desk declare them, because a logout in either asks before
 * deleting those of the clerk. The entries are checked by the screen that reads them.
 */
export const counterStores: Record<string, StoreDeclaration> = {
  counter_phone: {
    of: 'person',
    until: 'old',
    read_ms: 5000,
    list_ms: 5000,
    unsent: { open: 'any' },
    shape: { '*': 'any' },
  },
  /** Sales at the desk that have no answer. They are stored before they are sent. */
  counter_sales: {
    of: 'person',
    until: 'old',
    read_ms: 5000,
    list_ms: 5000,
    unsent: { key: 'string' },
    shape: { kind: 'string', operator: 'string', key: 'string', sent_at: 'number', input: 'any' },
  },
  /** The motor park at which this device sells, for each operator. It stays when the next clerk logs in. */
  counter_park: {
    of: 'device',
    until: 'dropped',
    read_ms: 1500,
    list_ms: 1500,
    shape: { code: 'string', name: 'string' },
  },
}
