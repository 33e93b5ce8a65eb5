import { providers } from '#contract/payments/rules'
import type { Config } from '#server/config'
import type { PageBinding } from '#server/http/pages'
import { charterCounterPages } from './charters.ts'
import { bankPages, makeCheckout } from './checkout.ts'
import { standIns } from './companies.ts'
import { googleStandIn } from './google.ts'
import { mailboxPages } from './mailbox.ts'
import { parcelCounterPages } from './parcels.ts'
import { pushStandIn } from './push.ts'
import { sandboxStartPages } from './start-page.ts'

/**
 * Returns the stand-ins of this configuration. A company for which the configuration has keys has none. Returns an
 * empty list unless `config.show` is set.
 */
export function listSandboxRoutes(config: Config): readonly PageBinding[] {
  if (!config.show) return []
  return [
    ...sandboxStartPages,
    ...parcelCounterPages,
    ...charterCounterPages,
    ...providers
      .filter((name) => config[name].stand_in)
      .flatMap((name) => [...standIns[name].routes, ...makeCheckout(name)]),
    ...(providers.some((name) => config[name].stand_in) ? bankPages : []),
    ...(config.google.stand_in ? googleStandIn : []),
    ...(config.push.stand_in_url === undefined ? [] : pushStandIn),
    ...(config.smtp_url === undefined || config.sms_url === undefined ? mailboxPages : []),
  ]
}
