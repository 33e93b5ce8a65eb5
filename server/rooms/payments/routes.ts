import * as promises from '#contract/payments/endpoints'
import { serve } from '#server/http/serve'
import { getPayment, listPaymentMethods, verifyPayment } from './service.ts'
import { startPayment } from './start.ts'
import { takeWebhook } from './webhooks.ts'

export const paymentRoutes = [
  serve(promises.listPaymentMethods, listPaymentMethods),
  serve(promises.startPayment, startPayment),
  serve(promises.getPayment, getPayment),
  serve(promises.verifyPayment, verifyPayment),
  serve(promises.takePaystackWebhook, (ctx, message) => takeWebhook(ctx, 'paystack', message)),
  serve(promises.takeFlutterwaveWebhook, (ctx, message) =>
    takeWebhook(ctx, 'flutterwave', message),
  ),
]
