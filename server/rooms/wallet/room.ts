import { naira } from '#contract/money'
import type { Room } from '#server/room'
import { forgetPin, giveUpWallet, isPaying, leftInWallet } from './erase-repository.ts'
import { walletRoutes } from './routes.ts'
import { walletTransactionsOf } from './service.ts'

export const room: Room = {
  routes: walletRoutes,
  personalData: {
    export: async (ctx, person_id) => ({ wallet: await walletTransactionsOf(ctx, person_id) }),
    left: async (db, person_id) => {
      const kobo = await leftInWallet(db, person_id)
      return kobo > 0 ? [`${naira(kobo)} in your wallet`] : []
    },
    isBusy: isPaying,
    end: giveUpWallet,
    forget: forgetPin,
  },
}
