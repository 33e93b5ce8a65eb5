import type { StoreDeclaration } from '#lib/room'

/**
 * The database of the seats that are set aside for this phone. The desk declares it too, because the desk fills it, and
 * because a logout there asks before deleting it. The entries are checked by the screen that reads them.
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
}
