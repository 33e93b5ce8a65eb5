import { AsyncLocalStorage } from 'node:async_hooks'

/** How long one call may wait for the database in all, ms. After that it is answered with 503. */
export const databaseTimeout_ms = 8_000

/** Thrown if the database did not answer in the time that the call has for it. */
export class DatabaseTimeoutError extends Error {
  constructor() {
    super('the database did not answer in time')
  }
}

/** The call or job for which the current code runs. */
interface CurrentWork {
  /** Returns who caused it: a network (hashed), person, operator, key or job. */
  causer: () => string
  /** Undefined for jobs, which wait as long as they need. */
  timeout?: DatabaseTimeout
}

const current = new AsyncLocalStorage<CurrentWork>()

/**
 * The time that a call has left for waiting. Only waiting counts, so a slow third party does not use it up; waiting for
 * several statements at the same time counts once.
 */
class DatabaseTimeout {
  #left_ms: number
  #waiting = 0
  #since = 0
  #isOver = false

  constructor(ms: number) {
    this.#left_ms = ms
  }

  end(): void {
    this.#isOver = true
  }

  /** Starts `work` and waits for it; throws DatabaseTimeoutError when no time is left. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) return work()
    const now = performance.now()
    if (this.#waiting === 0) this.#since = now
    const left_ms = this.#left_ms - (now - this.#since)
    if (left_ms <= 0) throw new DatabaseTimeoutError()
    this.#waiting += 1
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new DatabaseTimeoutError()), left_ms)
    try {
      return await Promise.race([work(), silence])
    } finally {
      clearTimeout(timer)
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left_ms -= performance.now() - this.#since
    }
  }
}

/** Runs `work` as a call, which waits at most `timeout_ms` for the database. */
export const runAsCall = <T>(causer: () => string, timeout_ms: number, work: () => T): T =>
  current.run({ causer, timeout: new DatabaseTimeout(timeout_ms) }, work)

/**
 * Runs a part of the current call that waits at most `timeout_ms` for the database, then throws DatabaseTimeoutError.
 * The time that the rest of the call may wait is unchanged.
 */
export const runWithDatabaseTimeout = <T>(timeout_ms: number, work: () => T): T => {
  const call = current.getStore()
  return call === undefined
    ? work()
    : current.run({ ...call, timeout: new DatabaseTimeout(timeout_ms) }, work)
}

/** Runs `work` as a job, which waits for the database as long as it needs. */
export const runAsJob = <T>(causer: string, work: () => T): T =>
  current.run({ causer: () => causer }, work)

/** Ends the time limit of the current call: the call has been answered, but work that it started may continue. */
export const endDatabaseTimeout = (): void => current.getStore()?.timeout?.end()

/** Waits for the database as long as the current call may; throws DatabaseTimeoutError. */
export function waitForDatabase<T>(work: () => Promise<T>): Promise<T> {
  const timeout = current.getStore()?.timeout
  return timeout === undefined ? work() : timeout.wait(work)
}

/** Sets who caused the current call, once the caller is known by more than their network. */
export function setCauser(causer: string): void {
  const work = current.getStore()
  if (work !== undefined) work.causer = () => causer
}

/**
 * Runs a part of the current call or job with another causer. The rest, which may run at the same time, keeps its
 * causer.
 */
export const runForCauser = <T>(causer: string, work: () => T): T =>
  current.run({ ...current.getStore(), causer: () => causer }, work)

/** Returns who caused the current call or job; undefined outside of both. */
export const findCauser = (): string | undefined => current.getStore()?.causer()
