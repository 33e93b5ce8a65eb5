/** The icons of the profile menu, by path, as SVG paths in a square of 24. Other entries of the menu have a dot. */
const strokes: Record<string, string> = {
  '/profile/trip': 'M4 5.5h16v4a2.5 2.5 0 0 0 0 5v4H4v-4a2.5 2.5 0 0 0 0-5zM14.5 5.5v13',
  '/profile/travellers':
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.6M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  '/profile/driver':
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3.5 11h6.6M13.9 11h6.6M12 14v7',
  '/profile/charters':
    'M3 16V8h11l4 4h3v4h-2M7 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 16.5h6',
  '/profile/travel-request': 'M5 20V5m0 0h11l-2 3.5L16 12H5',
  '/waybill/summary': 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  '/profile/wallet': 'M4 7h15v12H4zM4 7l11-3v3M15 13h4',
  '/profile/transaction': 'M7 20V5M3.5 8.5 7 5l3.5 3.5M17 4v15m-3.5-3.5L17 19l3.5-3.5',
  '/profile/invoices': 'M6 3h9l4 4v14H6zM9 11h7M9 15h7',
  '/profile/rewards': 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  '/profile/referral':
    'M4 10h16v10H4zM3 7h18v3H3zM12 7v13M12 7C8 7 7 3 9.5 3S12 7 12 7zm0 0c4 0 5-4 2.5-4S12 7 12 7z',
  '/profile/messages': 'M4 5h16v11H10l-5 4v-4H4z',
  '/profile/details': 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  '/profile/settings':
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  '/profile/changepassword': 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  '/phone': 'M8 3h8v18H8zM11 18h2',
  '/phone/outbox': 'M4 13v6h16v-6M12 16V4m-4 4 4-4 4 4',
  '/profile/privacy': 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 11.5l2.2 2.2L15.5 9.5',
}

export const findMenuIcon = (address: string) =>
  strokes[address] ?? 'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4z'
