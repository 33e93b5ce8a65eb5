import { read, write } from '#lib/device'

/** Returns whether this browser can store even small values. A private window may refuse. */
export const canStore = () => write('clock_skew', read('clock_skew') ?? 0)
