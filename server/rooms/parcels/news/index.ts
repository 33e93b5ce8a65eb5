export {
  notifyOfParcel,
  pushParcelNews,
  sendParcelNotifications,
  sendReceiverSms,
} from './parcel-news.ts'
