/** What schemas are made of, to be asked for by itself: one name stands for all of it. */
export { instant } from '#contract/shapes'
