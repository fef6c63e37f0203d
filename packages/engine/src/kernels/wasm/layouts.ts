/** Written by scripts/build-kernels.mjs from ../layouts.ts: do not edit. */

export const enum BLOCK_LU {
  bodies = 0,
  blocks = 1,
  colStart = 2,
  blockRow = 3,
  H = 4,
  lower = 5,
  upper = 6,
  y = 7,
  size = 8,
}

export const enum BODIES {
  n = 0,
  bodies = 1,
  blocks = 2,
  colStart = 3,
  blockRow = 4,
  groups = 5,
  groupCount = 6,
  groupOf = 7,
  list = 8,
  weight = 9,
  inverseC = 10,
  y = 11,
  H = 12,
  L = 13,
  size = 14,
}

export const enum CONTACT_PLACES {
  firstBody = 0,
  secondBody = 1,
  normal = 2,
  first = 3,
  second = 4,
  projection = 5,
  size = 6,
}

export const enum CONTACT_RECORD {
  normal = 0,
  first = 12,
  second = 24,
  b = 36,
  C = 38,
  step = 40,
  coupling = 42,
  a12 = 44,
  normalB = 45,
  normalC = 46,
  normalStep = 47,
  lower = 48,
  upper = 49,
  radius = 50,
  mu = 51,
  normalMetric = 52,
  metric = 53,
  size = 54,
}

export const enum CONTACT_ROWS {
  count = 0,
  frames = 1,
  touches = 2,
  touched = 3,
  velocity = 4,
  J = 5,
  b = 6,
  C = 7,
  drift = 8,
  size = 9,
}

export const enum CONTACT_SWEEP {
  records = 0,
  places = 1,
  y = 2,
  x = 3,
  size = 4,
}

export const enum DENSE {
  n = 0,
  m = 1,
  apart = 2,
  A = 3,
  L = 4,
  rows = 5,
  shift = 6,
  z = 7,
  x = 8,
  product = 9,
  size = 10,
}

export const enum FOLLOWERS {
  count = 0,
  rows = 1,
  leaderOf = 2,
  slope = 3,
  scale = 4,
  groups = 5,
  groupOf = 6,
  lower = 7,
  upper = 8,
  size = 9,
}

export const enum FRAME {
  arms = 0,
  normal = 6,
  tangents = 9,
  size = 15,
}

export const enum FREE_ROWS {
  n = 0,
  state = 1,
  b = 2,
  C = 3,
  inverseC = 4,
  inverseA = 5,
  lo = 6,
  hi = 7,
  x = 8,
  w = 9,
  g = 10,
  s = 11,
  weight = 12,
  inH = 13,
  list = 14,
  size = 15,
}

export const enum FRICTION {
  n = 0,
  count = 1,
  rows = 2,
  normalOf = 3,
  mu = 4,
  x = 5,
  w = 6,
  inverseA = 7,
  lo = 8,
  hi = 9,
  state = 10,
  held = 11,
  slope = 12,
  sliding = 13,
  size = 14,
}

export const enum GROUP {
  firstRow = 0,
  endRow = 1,
  Jt = 2,
  blocks = 3,
  bodies = 4,
  pairs = 5,
  pairCount = 6,
  size = 7,
}

export const enum GROUP_SWEEP {
  count = 0,
  groups = 1,
  records = 2,
  y = 3,
  x = 4,
  size = 5,
}

export const enum JACOBIAN {
  n = 0,
  bodies = 1,
  rowStart = 2,
  body = 3,
  runs = 4,
  J = 5,
  L = 6,
  Jt = 7,
  C = 8,
  diagonal = 9,
  x = 10,
  y = 11,
  product = 12,
  size = 13,
}

export const enum MOMENTUM {
  bodies = 0,
  yBefore = 1,
  xBefore = 2,
  moved = 3,
  size = 4,
}

export const enum PAIR {
  block = 0,
  left = 1,
  right = 2,
  size = 3,
}

export const enum PRODUCTS {
  bodies = 0,
  groups = 1,
  groupCount = 2,
  y = 3,
  s = 4,
  size = 5,
}

export const enum PROJECTION {
  none = -1,
  round = 0,
  square = 1,
}

export const enum ROWS {
  n = 0,
  x = 1,
  w = 2,
  b = 3,
  a = 4,
  inverseA = 5,
  lo = 6,
  hi = 7,
  state = 8,
  bad = 9,
  size = 10,
}

export const enum ROW_RECORD {
  first = 0,
  second = 6,
  b = 12,
  C = 13,
  step = 14,
  lo = 15,
  hi = 16,
  a = 17,
  size = 18,
}

export const enum ROW_SWEEP {
  n = 0,
  records = 1,
  bodies = 2,
  y = 3,
  x = 4,
  still = 5,
  next = 6,
  energy = 7,
  normals = 8,
  mu = 9,
  size = 10,
}

export const enum SPARSE {
  n = 0,
  rowStart = 1,
  column = 2,
  value = 3,
  order = 4,
  position = 5,
  Lstart = 6,
  Lrow = 7,
  Lvalue = 8,
  D = 9,
  parent = 10,
  flag = 11,
  filled = 12,
  path = 13,
  y = 14,
  active = 15,
  shift = 16,
  z = 17,
  size = 18,
}

export const enum SUBSPACE_BODIES {
  count = 0,
  y = 1,
  before = 2,
  p = 3,
  q = 4,
  r = 5,
  G = 6,
  size = 7,
}

export const enum SUBSPACE_ROWS {
  count = 0,
  x = 1,
  before = 2,
  lo = 3,
  hi = 4,
  b = 5,
  C = 6,
  p = 7,
  q = 8,
  r = 9,
  G = 10,
  values = 11,
  list = 12,
  size = 13,
}

export const enum SWEEP_GROUP {
  rows = 0,
  firstBody = 1,
  secondBody = 2,
  size = 3,
}

export const enum TOUCH {
  g = 0,
  C = 3,
  size = 5,
}

export const enum TOUCHED {
  point = 0,
  a = 1,
  b = 2,
  slotA = 3,
  slotB = 4,
  row = 5,
  rows = 6,
  block = 7,
  size = 8,
}
