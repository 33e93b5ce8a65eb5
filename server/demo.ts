import type { Config } from '#server/config'
import type { Deps, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { PageBinding } from '#server/http/pages'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'

/** What the demo adds to a server: a country with people in it, and stand-ins for whom no keys are set. */
export interface Demo {
  routes: (config: Config) => readonly PageBinding[]
  plans: JobPlans
  jobs: (deps: PaymentDeps) => JobHandlers
  /** Fills an empty database, on a connection without a time limit. */
  seed: (db: Db, deps: Omit<PaymentDeps, 'db'>) => Promise<void>
  /** Plays those who answer at desks, until what it gives back is called. */
  play: (deps: Pick<Deps, 'db' | 'log'>) => () => void
  /** How to look around, for the console. */
  hello: (config: Config) => string
}

// No literal: the server is compiled and, in production, runs without it.
const entry: string = '#demo/index'

/** The demo where this configuration shows it; beside real keys and in production it is never loaded. */
export async function loadDemo({ show }: Pick<Config, 'show'>): Promise<Demo | undefined> {
  if (!show) return undefined
  return ((await import(entry)) as { demo: Demo }).demo
}
