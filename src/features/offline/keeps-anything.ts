import { read, write } from '#lib/device'

/** Whether this browser keeps even small things. A private window may refuse, and is not told apart. */
export const keepsAnything = () => write('clock_skew', read('clock_skew') ?? 0)
