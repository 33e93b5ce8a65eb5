import type { Config } from '#server/config'
import type { Deps, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { PageBinding } from '#server/http/pages'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'

/** The demo: a country with people, and stand-ins for third parties without keys. */
export interface Demo {
  routes: (config: Config) => readonly PageBinding[]
  plans: JobPlans
  jobs: (deps: PaymentDeps) => JobHandlers
  /** Fills an empty database, on a connection without a time limit. */
  seed: (db: Db, deps: Omit<PaymentDeps, 'db'>) => Promise<void>
  /** Starts simulated staff, who answer people at the desks. Returns a function that stops them. */
  startSimulatedStaff: (deps: Pick<Deps, 'db' | 'log'>) => () => void
  /** Returns a guide to the demo, for the console. */
  hello: (config: Config) => string
}

// Typed as string, so that the compiler does not look for the module: the server is compiled, and runs in production,
// without the demo.
const entry: string = '#demo/index'

/** Loads the demo if the configuration allows it: never with real keys, and in production only with DEMO=1. */
export async function loadDemo({ show }: Pick<Config, 'show'>): Promise<Demo | undefined> {
  if (!show) return undefined
  return ((await import(entry)) as { demo: Demo }).demo
}
