import { formatNaira } from '#contract/money'
import type { Room } from '#server/room'
import {
  deleteWalletPin,
  forfeitBalance,
  hasPendingWalletPayment,
  findWalletBalance,
} from './erase-repository.ts'
import { walletRoutes } from './routes.ts'
import { exportTransactions } from './service.ts'

export const room: Room = {
  routes: walletRoutes,
  personalData: {
    export: async (ctx, person_id) => ({ wallet: await exportTransactions(ctx, person_id) }),
    left: async (db, person_id) => {
      const kobo = await findWalletBalance(db, person_id)
      return kobo > 0 ? [`${formatNaira(kobo)} in your wallet`] : []
    },
    isBusy: hasPendingWalletPayment,
    end: forfeitBalance,
    forget: deleteWalletPin,
  },
}
