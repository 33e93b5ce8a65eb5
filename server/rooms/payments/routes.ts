import * as endpoints from '#contract/payments/endpoints'
import { serve } from '#server/http/serve'
import { getPayment, listPaymentMethods, verifyPayment } from './service.ts'
import { startPayment } from './start.ts'
import { listStaffRefunds, retryRefund, sendRefundToWallet } from './stuck-refunds.ts'
import { takeWebhook } from './webhooks.ts'

export const paymentRoutes = [
  serve(endpoints.listPaymentMethods, listPaymentMethods),
  serve(endpoints.startPayment, startPayment),
  serve(endpoints.getPayment, getPayment),
  serve(endpoints.verifyPayment, verifyPayment),
  serve(endpoints.takeWebhook, takeWebhook),
  serve(endpoints.listStaffRefunds, listStaffRefunds),
  serve(endpoints.retryRefund, retryRefund),
  serve(endpoints.sendRefundToWallet, sendRefundToWallet),
]
