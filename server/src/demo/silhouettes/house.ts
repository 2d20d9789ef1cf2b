// Silhouettes of household products: audio, kitchen, lamps, furniture, bathroom, books.
import type { Paint } from '../paint.ts';

export const headphones = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="40" d="M150 320v-44a150 150 0 0 1 300 0v44"/>
<path fill="none" stroke="${c.main}" stroke-width="28" d="M150 320v-44a150 150 0 0 1 300 0v44"/>
<rect fill="${c.main}" x="108" y="276" width="82" height="146" rx="38"/><rect fill="${c.main}" x="410" y="276" width="82" height="146" rx="38"/>
<rect fill="${c.accent}" x="176" y="288" width="34" height="122" rx="17"/><rect fill="${c.accent}" x="390" y="288" width="34" height="122" rx="17"/>`;

export const headset = (c: Paint) => `${headphones(c)}
<path fill="none" stroke="${c.dark}" stroke-width="12" d="M150 410q10 50 110 40"/><rect fill="${c.accent}" x="250" y="432" width="52" height="30" rx="15"/>`;

export const earbuds = (c: Paint) => `
<rect fill="${c.main}" x="170" y="300" width="260" height="130" rx="56"/>
<path fill="none" stroke="${c.light}" stroke-width="8" d="M172 340h256"/><circle fill="${c.accent}" cx="300" cy="384" r="9"/>
<path fill="${c.main}" d="M196 130q62-20 72 38 4 40-28 46v52q0 16-17 16t-17-16v-66q-34-30-10-70z"/>
<path fill="${c.main}" d="M404 130q-62-20-72 38-4 40 28 46v52q0 16 17 16t17-16v-66q34-30 10-70z"/>
<ellipse fill="${c.accent}" cx="256" cy="170" rx="16" ry="26"/><ellipse fill="${c.accent}" cx="344" cy="170" rx="16" ry="26"/>`;

export const speaker = (c: Paint) => `
<rect fill="${c.main}" x="196" y="96" width="208" height="330" rx="44"/>
<circle fill="${c.dark}" cx="300" cy="312" r="78"/><circle fill="${c.accent}" cx="300" cy="312" r="46"/><circle fill="${c.dark}" cx="300" cy="312" r="16"/>
<circle fill="${c.dark}" cx="300" cy="176" r="42"/><circle fill="${c.accent}" cx="300" cy="176" r="20"/>`;

export const turntable = (c: Paint) => `
<rect fill="${c.main}" x="106" y="150" width="388" height="256" rx="24"/>
<circle fill="#2b2d33" cx="258" cy="278" r="106"/><circle fill="none" stroke="#5b5f68" stroke-width="4" cx="258" cy="278" r="76"/>
<circle fill="${c.accent}" cx="258" cy="278" r="34"/><circle fill="#2b2d33" cx="258" cy="278" r="6"/>
<path fill="none" stroke="${c.light}" stroke-width="13" d="M440 190v110l-76 48"/><circle fill="${c.dark}" cx="440" cy="190" r="22"/>
<path fill="${c.dark}" d="M140 406h50v20h-50zM410 406h50v20h-50z"/>`;

export const soundbar = (c: Paint) => `
<rect fill="#3a3f4a" x="130" y="110" width="340" height="200" rx="14"/><path fill="#6c7a92" stroke="none" d="M146 126h308v168H146z"/>
<rect fill="${c.main}" x="86" y="342" width="428" height="72" rx="28"/>
<path fill="none" stroke="${c.accent}" stroke-width="7" stroke-dasharray="2 15" d="M120 366h320M120 390h320"/><circle fill="${c.accent}" cx="478" cy="378" r="12"/>`;

export const powerBank = (c: Paint) => `
<rect fill="${c.main}" x="206" y="100" width="188" height="326" rx="36"/>
<path fill="${c.accent}" d="m318 168-64 108h42l-18 88 72-116h-44z"/>
<path fill="none" stroke="${c.light}" stroke-width="10" stroke-dasharray="2 18" d="M262 398h80"/>`;

export const keyboard = (c: Paint) => `
<rect fill="${c.main}" x="78" y="200" width="444" height="196" rx="28"/>
<path fill="none" stroke="${c.accent}" stroke-width="30" stroke-linecap="butt" stroke-dasharray="30 13" d="M112 244h376M126 292h350"/>
<path fill="none" stroke="${c.accent}" stroke-width="30" stroke-linecap="butt" stroke-dasharray="46 14 200 14 46 14" d="M118 344h376"/>`;

export const mug = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="8" d="M236 150q-20-26 0-50t0-48m64 98q-20-26 0-50t0-48" opacity=".35"/>
<path fill="none" stroke="${c.dark}" stroke-width="42" d="M392 232q90-10 84 62t-96 70"/>
<path fill="none" stroke="${c.main}" stroke-width="32" d="M392 232q90-10 84 62t-96 70"/>
<path fill="${c.main}" d="M142 182h264v172q0 70-70 70H212q-70 0-70-70z"/>
<path fill="${c.light}" d="M142 182h264v30H142z"/>
<path fill="none" stroke="${c.accent}" stroke-width="10" d="M142 320q66 26 132 0t132 0"/>`;

export const flask = (c: Paint) => `
<rect fill="${c.dark}" x="256" y="86" width="88" height="66" rx="14"/>
<path fill="${c.main}" d="M250 150h100q48 26 48 84v166q0 32-32 32H234q-32 0-32-32V234q0-58 48-84z"/>
<path fill="${c.accent}" d="M202 290h196v54H202z"/><path fill="none" stroke="${c.light}" stroke-width="10" d="M232 240v30m0 96v40"/>`;

export const espresso = (c: Paint) => `
<path fill="${c.main}" d="M150 110h300q14 0 14 14v80H250v140h214v68q0 14-14 14H150q-14 0-14-14V124q0-14 14-14z"/>
<path fill="${c.dark}" d="M318 204h92l-14 38h-64zM250 344h214v20H250z"/>
<path fill="#fbfaf6" d="M326 286h76v34q0 24-24 24h-28q-24 0-24-24z"/><path fill="none" stroke="${c.dark}" stroke-width="7" d="M364 246v34"/>
<circle fill="${c.accent}" cx="300" cy="158" r="20"/><circle fill="${c.accent}" cx="364" cy="158" r="12"/><circle fill="${c.accent}" cx="410" cy="158" r="12"/>`;

export const brewer = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="20" d="M372 170h62v160h-46"/>
<path fill="${c.main}" d="M212 130h176l-28 120h-120zM240 262h120l38 150q4 16-12 16H214q-16 0-12-16z"/>
<path fill="${c.light}" d="M212 130h176l-8 34H220z"/><circle fill="${c.dark}" cx="300" cy="112" r="18"/><path fill="${c.accent}" d="M228 246h144v20H228z"/>`;

export const pouch = (c: Paint) => `
<path fill="${c.main}" d="M190 130h220l26 272q2 24-22 24H186q-24 0-22-24z"/>
<path fill="${c.dark}" d="M190 100h220v44H190z"/>
<circle fill="${c.accent}" cx="300" cy="290" r="72"/>
<path fill="${c.dark}" d="M270 330q-20-60 60-80 20 60-60 80z"/><path fill="none" stroke="${c.accent}" stroke-width="6" d="M272 328q20-40 56-76"/>`;

export const snack = (c: Paint) => `
<path fill="${c.main}" d="m176 116 20 14 20-14 21 14 21-14 21 14 21-14 21 14 21-14 21 14 21-14 21 14 19-14v310l-20-14-20 14-21-14-21 14-21-14-21 14-21-14-21 14-21-14-21 14-21-14-20 14z"/>
<path fill="${c.accent}" d="M176 210h248v110H176z"/>
<path fill="${c.dark}" stroke="none" d="M226 236h148v16H226zm22 34h104v16H248z"/>`;

export const pan = (c: Paint) => `
<rect fill="${c.dark}" x="390" y="270" width="160" height="32" rx="16"/>
<path fill="${c.main}" d="M96 258h316q0 132-96 132H192q-96 0-96-132z"/>
<path fill="${c.light}" d="M84 246h340v30H84z"/><path fill="none" stroke="${c.accent}" stroke-width="9" d="M140 316q16 40 56 44"/>`;

export const knife = (c: Paint) => `
<path fill="#d5dae0" d="M92 280q120-120 288-112v120q-170 16-288-8z"/>
<path fill="none" stroke="#f4f6f8" stroke-width="8" d="M130 274q110-84 240-84"/>
<path fill="${c.main}" d="M380 166h128q22 0 22 26v46q0 26-22 24l-128-8z"/>
<circle fill="${c.accent}" cx="420" cy="212" r="9"/><circle fill="${c.accent}" cx="464" cy="214" r="9"/><circle fill="${c.accent}" cx="506" cy="216" r="9"/>`;

export const deskLamp = (c: Paint) => `
<path fill="#fff3c4" stroke="none" opacity=".8" d="m352 226 96 190H212z"/>
<path fill="none" stroke="${c.dark}" stroke-width="16" d="m196 410-34-140 120-110"/><circle fill="${c.light}" cx="162" cy="270" r="18"/>
<path fill="${c.main}" d="m262 150 60-52q26 0 46 24t58 108q-50 34-122 30z"/>
<path fill="${c.main}" d="M112 426q0-34 84-34t84 34z"/>`;

export const floorLamp = (c: Paint) => `
<path fill="#fff3c4" stroke="none" opacity=".8" d="M232 212h136l70 214H162z"/>
<path fill="none" stroke="${c.dark}" stroke-width="14" d="M300 200v220"/>
<path fill="${c.main}" d="M246 88h108l44 124H202z"/><path fill="${c.light}" d="M210 190h180l8 22H202z"/>
<path fill="${c.main}" d="M222 428q0-24 78-24t78 24z"/>`;

export const pendant = (c: Paint) => `
<path fill="#fff3c4" stroke="none" opacity=".8" d="M170 290h260l70 140H100z"/>
<path fill="none" stroke="${c.dark}" stroke-width="8" d="M300 40v110"/><rect fill="${c.dark}" x="276" y="130" width="48" height="36" rx="8"/>
<path fill="${c.main}" d="M148 294q10-132 152-132t152 132z"/><path fill="${c.accent}" d="M144 284h312v20H144z"/><circle fill="#ffe9a0" cx="300" cy="316" r="26"/>`;

export const cushion = (c: Paint) => `
<path fill="${c.main}" d="M138 130q162 34 324 0-34 146 0 292-162-34-324 0 34-146 0-292z"/>
<path fill="none" stroke="${c.accent}" stroke-width="10" d="M170 190q130 24 260 0M162 250q138 22 276 0M162 310q138 16 276 0M166 368q134 4 268 0"/>`;

export const bedding = (c: Paint) => `
<rect fill="${c.light}" x="128" y="150" width="344" height="88" rx="40"/>
<rect fill="${c.main}" x="112" y="232" width="376" height="92" rx="34"/><rect fill="${c.accent}" x="112" y="318" width="376" height="92" rx="34"/>
<path fill="none" stroke="${c.dark}" stroke-width="6" d="M150 278h240M150 364h240"/>`;

export const candle = (c: Paint) => `
<path fill="#ffb84d" stroke="none" d="M300 92q44 54 0 92-44-38 0-92z"/><path fill="none" stroke="#5a4a3a" stroke-width="7" d="M300 178v36"/>
<ellipse fill="#fff6e0" cx="300" cy="220" rx="106" ry="22"/>
<path fill="${c.main}" d="M180 206v196q0 26 26 26h188q26 0 26-26V206q-20 34-120 34t-120-34z"/>
<rect fill="${c.accent}" x="232" y="286" width="136" height="86" rx="8"/>`;

export const table = (c: Paint) => `
<path fill="${c.dark}" d="M158 250h30l-22 180h-26zM442 250h-30l22 180h26z"/>
<rect fill="${c.main}" x="106" y="206" width="388" height="50" rx="14"/><rect fill="${c.light}" x="214" y="256" width="172" height="62" rx="8"/>
<circle fill="${c.dark}" cx="300" cy="288" r="9"/>`;

export const chair = (c: Paint) => `
<path fill="${c.dark}" d="M190 356h26l-22 76h-24zM410 356h-26l22 76h24z"/>
<path fill="${c.main}" d="M190 110q110-34 220 0l-8 180H198z"/><path fill="${c.light}" d="M154 232q36-6 40 30v44h212v-44q4-36 40-30 28 8 20 44l-16 96H150l-16-96q-8-36 20-44z"/>`;

export const pumpBottle = (c: Paint) => `
<path fill="${c.dark}" d="M284 132V96h-70q0-22 22-22h92v58h32v44h-120v-44z"/>
<path fill="${c.main}" d="M232 176h136q36 16 36 62v162q0 30-30 30H226q-30 0-30-30V238q0-46 36-62z"/>
<rect fill="${c.accent}" x="196" y="262" width="208" height="104"/><path fill="none" stroke="${c.dark}" stroke-width="7" d="M238 298h124M258 330h84"/>`;

export const tube = (c: Paint) => `
<path fill="${c.main}" d="M190 96h220l-34 270H224z"/><path fill="${c.light}" d="M184 84h232v28H184z"/>
<path fill="${c.accent}" d="M226 366h148v52q0 12-12 12H238q-12 0-12-12z"/>
<circle fill="${c.accent}" cx="300" cy="204" r="42"/>`;

export const jar = (c: Paint) => `
<rect fill="${c.dark}" x="184" y="176" width="232" height="76" rx="18"/>
<path fill="${c.main}" d="M168 252h264v130q0 46-46 46H214q-46 0-46-46z"/><rect fill="${c.accent}" x="206" y="296" width="188" height="84" rx="10"/>
<path fill="none" stroke="${c.dark}" stroke-width="6" d="M238 326h124M256 352h88"/>`;

export const lipstick = (c: Paint) => `
<path fill="${c.main}" d="M256 230v-90q50-70 88-50v140z"/><rect fill="#d9c48a" x="244" y="226" width="112" height="66" rx="6"/>
<rect fill="#33353c" x="228" y="288" width="144" height="140" rx="14"/><path fill="none" stroke="#d9c48a" stroke-width="7" d="M228 322h144"/>`;

export const mascara = (c: Paint) => `
<rect fill="#33353c" x="190" y="210" width="80" height="220" rx="24"/><path fill="none" stroke="${c.accent}" stroke-width="8" d="M190 250h80"/>
<path fill="none" stroke="#5a5d66" stroke-width="10" d="M370 250v-70"/><rect fill="#33353c" x="334" y="246" width="72" height="184" rx="24"/>
<path fill="none" stroke="${c.main}" stroke-width="44" stroke-dasharray="7 5" d="M370 96v96"/>`;

export const perfume = (c: Paint) => `
<rect fill="${c.dark}" x="258" y="88" width="84" height="76" rx="10"/><rect fill="#d9c48a" x="270" y="164" width="60" height="30"/>
<rect fill="${c.light}" x="170" y="194" width="260" height="232" rx="36"/><path fill="${c.main}" stroke="none" d="M188 280h224v110q0 20-20 20H208q-20 0-20-20z"/>
<rect fill="#fbfaf6" x="240" y="292" width="120" height="76" rx="6"/>`;

export const shaver = (c: Paint) => `
<path fill="${c.main}" d="M228 196h144l-16 200q-4 34-34 34h-44q-30 0-34-34z"/>
<rect fill="${c.dark}" x="214" y="100" width="172" height="96" rx="30"/><path fill="none" stroke="#cfd5db" stroke-width="14" stroke-dasharray="5 7" d="M234 122h132"/>
<circle fill="${c.accent}" cx="300" cy="262" r="22"/><path fill="none" stroke="${c.light}" stroke-width="8" d="M268 330h64m-58 32h52"/>`;

/** Varied covers, so that books can be told apart. */
const ORNAMENTS: readonly ((c: Paint) => string)[] = [
  (c) =>
    `<circle fill="${c.accent}" cx="308" cy="296" r="50"/><path fill="${c.main}" d="M270 330q36-70 80-64-14 66-80 64z"/>`,
  (c) =>
    `<path fill="${c.accent}" d="m228 356 54-92 34 54 26-38 46 76z"/><circle fill="${c.accent}" cx="356" cy="246" r="20"/>`,
  (c) =>
    `<path fill="none" stroke="${c.accent}" stroke-width="10" d="M232 250q38 34 76 0t76 0m-152 44q38 34 76 0t76 0m-152 44q38 34 76 0t76 0"/>`,
  (c) => `<path fill="${c.accent}" d="m308 226 20 50 54 4-42 34 14 52-46-28-46 28 14-52-42-34 54-4z"/>`,
];

export const book = (c: Paint, seed: number) => `
<path fill="#fbf6e9" d="M196 108h236v302H196z"/><path fill="${c.main}" d="M170 96h236q14 0 14 14v288H186q-26 0-26 18V110q0-14 10-14z"/>
<path fill="${c.dark}" d="M160 112q0-16 16-16h20v302h-10q-26 0-26 22z"/>
<path fill="#fbf6e9" d="M160 416q0-18 26-18h234v34H186q-26 0-26-16z"/>
<path fill="none" stroke="${c.accent}" stroke-width="11" d="M240 150h136M240 180h92"/>${ORNAMENTS[seed % ORNAMENTS.length]!(c)}`;
