export { FuelPriceScreen } from './fuel-price.screen.tsx'
