/** Reasons for a refund. */
export const refundReasons = [
  'cancelled',
  'operator_cancelled',
  'paid_late',
  'paid_twice',
  'paid_short',
  'paid_over',
  'price_difference',
] as const
