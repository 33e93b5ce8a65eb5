export { ComponentGalleryScreen } from './pieces.screen.tsx'
