import type { Config } from '#server/config'
import type { Deps, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { PageBinding } from '#server/http/pages'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'

/** The demo: a country with people, and stand-ins of third parties without keys. */
export interface Demo {
  routes: (config: Config) => readonly PageBinding[]
  plans: JobPlans
  jobs: (deps: PaymentDeps) => JobHandlers
  /** Fills an empty database, on a connection without time limit. */
  seed: (db: Db, deps: Omit<PaymentDeps, 'db'>) => Promise<void>
  /** Plays the people at desks, until the returned function is called. */
  play: (deps: Pick<Deps, 'db' | 'log'>) => () => void
  /** How to look around, for the console. */
  hello: (config: Config) => string
}

// Not a literal type: the server is compiled, and runs in production, without the demo.
const entry: string = '#demo/index'

/** Loads the demo if the configuration allows it; never beside real keys and in production. */
export async function loadDemo({ show }: Pick<Config, 'show'>): Promise<Demo | undefined> {
  if (!show) return undefined
  return ((await import(entry)) as { demo: Demo }).demo
}
