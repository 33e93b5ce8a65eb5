/**
 * Returns the number in the text that a person typed or a scanner read: the QR code of a waybill holds the link of the
 * parcel's tracking, its barcode the number alone.
 */
export function readScannedNumber(text: string): string {
  const [, id] = /[?&]id=([^&#]+)/.exec(text) ?? []
  return (id ?? text).trim()
}
