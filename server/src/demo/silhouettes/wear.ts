// Silhouettes of clothing and bags, on a 600 × 600 canvas with the ground at about y = 420.
import type { Paint } from '../paint.ts';

export const sneaker = (c: Paint) => `
<path fill="${c.main}" d="M112 362V246q0-26 26-22l48 14q26 6 44-12l30-30q14-12 28 2l74 90q14 16 40 20l50 10q44 12 46 48z"/>
<path fill="${c.light}" d="M112 362v-60q60 4 84 60zM404 308l48 10q44 12 46 44h-62q4-38-32-54z"/>
<path fill="${c.accent}" d="M104 358h392q14 0 12 18-4 30-38 30H130q-28 0-28-28 0-20 2-20z"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="m300 222-36 26m58 2-36 26m58 2-36 26m58 2-32 24"/>`;

export const boot = (c: Paint) => `
<path fill="${c.main}" d="M170 118h142v150q2 26 36 32l64 14q48 12 50 60H160z"/>
<path fill="${c.light}" d="M170 118h142v34H170zM396 310l16 4q48 12 50 60h-74q12-40 8-64z"/>
<path fill="${c.accent}" d="M148 370h322q10 0 8 16-2 24-28 24H330l-14-12h-48l-10 12H166q-20 0-20-22z"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="m312 184-46 14m46 18-46 14m50 18-44 18m62 8-36 24"/>`;

export const highTop = (c: Paint) => `
<path fill="${c.main}" d="M126 366 138 132q2-18 20-16l92 10q18 2 20 20l10 62 78 84q14 14 40 18l50 10q44 10 46 46z"/>
<path fill="${c.light}" d="m136 166 134-6 4 24-140 8zM404 312l46 10q44 10 46 46h-60q2-38-32-56z"/>
<path fill="${c.accent}" d="M118 362h378q14 0 12 18-4 28-38 28H140q-26 0-26-26 0-20 4-20z"/><circle fill="${c.accent}" cx="186" cy="258" r="30"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="m272 190-34 10m42 26-36 18m64 14-36 24m58 4-36 24m60 2-36 26"/>`;

export const loafer = (c: Paint) => `
<path fill="${c.main}" d="M108 366q-8-70 12-122 60-20 110 10 50 36 100 28 90-6 140 26 30 20 28 58z"/>
<path fill="${c.light}" d="M124 246q56-16 104 12-40 30-112 8z"/><path fill="${c.dark}" d="M250 268q40 20 84 14l12 44q-60 14-116-10z"/>
<path fill="none" stroke="${c.accent}" stroke-width="6" stroke-dasharray="10 8" d="M370 292q60 0 104 40"/>
<path fill="${c.dark}" d="M104 364h398q8 22-12 26H210v16h-96q-14 0-14-20z"/>`;

export const sandal = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="46" d="M146 346q4-104 64-112t78 118M336 352q20-92 72-86t48 82"/>
<path fill="none" stroke="${c.main}" stroke-width="36" d="M146 346q4-104 64-112t78 118M336 352q20-92 72-86t48 82"/>
<rect fill="${c.accent}" x="186" y="220" width="44" height="34" rx="8"/>
<path fill="${c.light}" d="M100 340q96-6 194 12t204-12q18 4 14 24-4 18-30 18H120q-24 0-24-20 0-18 4-22z"/>
<path fill="${c.dark}" d="M98 374h412q-4 30-36 30H130q-28 0-32-30z"/>`;

export const jacket = (c: Paint) => `
<path fill="${c.main}" d="M236 118h128l62 30q18 10 24 30l46 168-58 20-32-106v170H194V260l-32 106-58-20 46-168q6-20 24-30z"/>
<path fill="${c.light}" d="M236 118h128q-12 46-64 46t-64-46zM194 398h212v32H194z"/>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M300 166v262M222 320h44m68 0h44"/>`;

export const tShirt = (c: Paint) => `
<path fill="${c.main}" d="M222 122q78 56 156 0l96 54q12 8 6 22l-28 66-52-20v180q0 12-12 12H212q-12 0-12-12V244l-52 20-28-66q-6-14 6-22z"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="M214 130q86 70 172 0M200 400h200"/>`;

export const sweater = (c: Paint) => `
<path fill="${c.main}" d="M232 122q68 30 136 0l58 26q18 10 24 32l40 176-60 16-30-112v164H200V260l-30 112-60-16 40-176q6-22 24-32z"/>
<path fill="${c.light}" d="M200 394h200v30H200zM110 356l8-30 60 14-8 32zM490 356l-8-30-60 14 8 32z"/>
<path fill="none" stroke="${c.accent}" stroke-width="7" d="M228 126q72 56 144 0M252 190v190m48-190v190m48-190v190"/>`;

export const trousers = (c: Paint) => `
<path fill="${c.main}" d="M208 104h184l32 326h-92l-32-208-32 208h-92z"/>
<path fill="${c.light}" d="M208 104h184l4 36H204z"/>
<path fill="none" stroke="${c.accent}" stroke-width="6" stroke-dasharray="14 8" d="M300 140v82M212 150q10 40 50 44m126-44q-10 40-50 44"/>`;

export const dress = (c: Paint) => `
<path fill="${c.main}" d="M242 100h28q30 44 60 0h28l14 118 76 196q-148 36-296 0l76-196z"/>
<path fill="${c.accent}" d="M229 212h142l6 24H223z"/>
<path fill="none" stroke="${c.light}" stroke-width="7" d="m256 250-44 164m88-164v178m44-178 44 164"/>`;

export const beanie = (c: Paint) => `
<circle fill="${c.accent}" cx="300" cy="126" r="36"/>
<path fill="${c.main}" d="M152 340q-6-190 148-190t148 190z"/>
<path fill="none" stroke="${c.light}" stroke-width="8" d="M224 330q-6-110 34-166m118 166q6-110-34-166M300 152v180"/>
<rect fill="${c.light}" x="136" y="328" width="328" height="80" rx="24"/>`;

export const watch = (c: Paint) => `
<path fill="${c.main}" d="M246 92h108l14 92H232zM232 358h136l-14 74H246z"/>
<circle fill="${c.light}" cx="300" cy="270" r="112"/>
<circle fill="#fbfaf6" cx="300" cy="270" r="86"/>
<path fill="none" stroke="${c.dark}" stroke-width="9" d="M300 204v66l44 28M300 192v4m0 148v4m-78-78h4m148 0h4"/>
<rect fill="${c.dark}" x="412" y="256" width="18" height="28" rx="6"/>`;

export const digitalWatch = (c: Paint) => `
<path fill="${c.main}" d="M244 92h112l12 84H232zM232 364h136l-12 68H244z"/>
<rect fill="${c.main}" x="188" y="170" width="224" height="200" rx="40"/>
<rect fill="#dfe8dc" x="216" y="200" width="168" height="140" rx="20"/>
<text x="300" y="284" font-size="48" font-weight="700" font-family="monospace" text-anchor="middle" fill="#2b2d33" stroke="none">10:08</text>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M240 320h120"/>`;

export const backpack = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="18" d="M254 128q0-44 46-44t46 44"/>
<path fill="${c.main}" d="M176 420V222q0-104 124-104t124 104v198q0 14-14 14H190q-14 0-14-14z"/>
<path fill="${c.light}" d="M206 300h188v104q0 14-14 14H220q-14 0-14-14z"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="M212 200q88-30 176 0M206 336h188M300 336v26"/>
<path fill="${c.dark}" d="M152 290h24v110h-12q-12 0-12-12zM448 290h-24v110h12q12 0 12-12z"/>`;

export const handbag = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="18" d="M216 236q0-128 84-128t84 128"/>
<path fill="${c.main}" d="M152 222h296l34 186q2 22-20 22H138q-22 0-20-22z"/>
<path fill="${c.light}" d="M152 222h296l10 56q-158 60-316 0z"/>
<rect fill="${c.accent}" x="278" y="278" width="44" height="40" rx="10"/>`;

export const suitcase = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="14" d="M250 160V92h100v68"/>
<rect fill="${c.main}" x="178" y="150" width="244" height="258" rx="34"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" d="M230 172v214m47-214v214m46-214v214m47-214v214"/>
<circle fill="${c.dark}" cx="222" cy="420" r="18"/><circle fill="${c.dark}" cx="378" cy="420" r="18"/>`;

export const duffel = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="16" d="M216 300q0-150 84-150t84 150"/>
<path fill="${c.main}" d="M110 260q0-36 36-36h308q36 0 36 36v114q0 50-50 50H160q-50 0-50-50z"/>
<path fill="${c.light}" d="M196 224h40v200h-40zM364 224h40v200h-40z"/>
<path fill="none" stroke="${c.accent}" stroke-width="9" stroke-dasharray="12 8" d="M130 250h340"/>`;

export const wallet = (c: Paint) => `
<path fill="${c.accent}" d="M176 176h236q16 0 16 16v40H160v-40q0-16 16-16z"/>
<rect fill="${c.main}" x="130" y="200" width="340" height="212" rx="26"/>
<path fill="none" stroke="${c.light}" stroke-width="6" stroke-dasharray="14 9" d="M150 222h300v168H150z"/>
<path fill="${c.light}" d="M380 272h90v68h-90q-34 0-34-34t34-34z"/><circle fill="${c.dark}" cx="388" cy="306" r="11"/>`;
