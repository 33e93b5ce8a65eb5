export { announceParcel, pushParcelNews, notifyParcel, sendReceiverSms } from './parcel-news.ts'
