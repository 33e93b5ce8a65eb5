import { providers } from '#contract/payments/rules'
import type { Config } from '#server/config'
import type { PageBinding } from '#server/http/pages'
import { charterCounter } from './charters.ts'
import { bank, makeCheckout } from './checkout.ts'
import { standIns } from './companies.ts'
import { googleStandIn } from './google.ts'
import { mailbox } from './mailbox.ts'
import { parcelCounter } from './parcels.ts'
import { pushStandIn } from './push.ts'
import { startPage } from './start-page.ts'

/**
 * Returns the stand-ins of this configuration: none for a payment company with keys, and none at all beside real keys.
 */
export function sandboxRoutes(config: Config): readonly PageBinding[] {
  if (!config.show) return []
  return [
    ...startPage,
    ...parcelCounter,
    ...charterCounter,
    ...providers
      .filter((name) => config[name].stand_in)
      .flatMap((name) => [...standIns[name].routes, ...makeCheckout(name)]),
    ...(providers.some((name) => config[name].stand_in) ? bank : []),
    ...(config.google.stand_in ? googleStandIn : []),
    ...(config.push.stand_in_url === undefined ? [] : pushStandIn),
    ...(config.smtp_url === undefined || config.sms_url === undefined ? mailbox : []),
  ]
}
