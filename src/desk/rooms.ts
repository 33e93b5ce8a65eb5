/* The rooms at the desk. A new room needs its folder and a line here; `#lib/desk-room` defines what a room provides. */
export { deskRoom as businesses } from '#desk/businesses'
export { deskRoom as communities } from '#desk/communities'
export { deskRoom as members } from '#desk/members'
export { deskRoom as parcels } from '#desk/parcels'
export { deskRoom as payments } from '#desk/payments'
export { deskRoom as reviews } from '#desk/reviews'
export { deskRoom as rewards } from '#desk/rewards'
export { deskRoom as support } from '#desk/support'
