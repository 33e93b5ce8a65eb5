export { setup } from '#tests/support/postgres-setup'
