import * as endpoints from '#contract/payments/endpoints'
import { bindEndpoint } from '#server/http/serve'
import { answerDispute, encodeDisputeEvidence, listDisputes } from './disputes.ts'
import { closeOutsideRefund, listOutsideRefunds } from './outside-refunds-desk.ts'
import { getPayment, listPaymentMethods, listPayments, verifyPayment } from './service.ts'
import { startPayment } from './start.ts'
import { listRefundsForStaff, retryRefund, sendRefundToWallet } from './stuck-refunds.ts'
import { receiveWebhook } from './webhooks.ts'

export const paymentRoutes = [
  bindEndpoint(endpoints.listPaymentMethods, listPaymentMethods),
  bindEndpoint(endpoints.startPayment, startPayment),
  bindEndpoint(endpoints.listPayments, listPayments),
  bindEndpoint(endpoints.getPayment, getPayment),
  bindEndpoint(endpoints.verifyPayment, verifyPayment),
  bindEndpoint(endpoints.takeWebhook, receiveWebhook),
  bindEndpoint(endpoints.listRefundsForStaff, listRefundsForStaff),
  bindEndpoint(endpoints.retryRefund, retryRefund),
  bindEndpoint(endpoints.sendRefundToWallet, sendRefundToWallet),
  bindEndpoint(endpoints.listOutsideRefunds, listOutsideRefunds),
  bindEndpoint(endpoints.closeOutsideRefund, closeOutsideRefund),
  bindEndpoint(endpoints.listDisputes, listDisputes),
  bindEndpoint(endpoints.answerDispute, answerDispute, encodeDisputeEvidence),
]
