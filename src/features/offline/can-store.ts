import { read, write } from '#lib/device'

/** Whether this browser stores even small values. A private window may refuse. */
export const canStore = () => write('clock_skew', read('clock_skew') ?? 0)
