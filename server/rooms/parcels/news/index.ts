export { announceParcel, pushParcelNews, tellParcel, textReceiver } from './parcel-news.ts'
