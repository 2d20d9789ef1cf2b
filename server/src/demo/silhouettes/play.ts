// Silhouettes of toys, tools and sports equipment.
import type { Paint } from '../paint.ts';

const brick = (x: number, y: number, width: number, fill: string) => {
  let studs = '';
  for (let at = x + 14; at < x + width - 30; at += 52)
    studs += `<rect fill="${fill}" x="${at}" y="${y - 18}" width="36" height="22" rx="5"/>`;
  return `${studs}<rect fill="${fill}" x="${x}" y="${y}" width="${width}" height="86" rx="8"/>`;
};

export const bricks = (c: Paint) =>
  brick(224, 148, 160, c.accent) + brick(172, 240, 212, c.light) + brick(120, 332, 368, c.main);

export const boardGame = (c: Paint) => `
<path fill="${c.light}" d="m96 366 90-110h228l90 110z"/><path fill="${c.dark}" d="M96 366h408v36q0 14-14 14H110q-14 0-14-14z"/>
<circle fill="${c.main}" cx="236" cy="150" r="46"/><path fill="${c.main}" d="M210 184h52l38 130q2 18-16 18h-96q-18 0-16-18z"/>
<rect fill="#fbfaf6" x="330" y="216" width="100" height="100" rx="20"/><path fill="none" stroke="${c.dark}" stroke-width="16" d="M356 242h.1m48 48h.1m-24-24h.1"/>`;

export const teddy = (c: Paint) => `
<circle fill="${c.main}" cx="222" cy="128" r="42"/><circle fill="${c.main}" cx="378" cy="128" r="42"/><circle fill="${c.light}" cx="222" cy="128" r="20"/><circle fill="${c.light}" cx="378" cy="128" r="20"/>
<ellipse fill="${c.main}" cx="300" cy="350" rx="104" ry="86"/><ellipse fill="${c.light}" cx="300" cy="358" rx="58" ry="54"/>
<circle fill="${c.main}" cx="300" cy="202" r="100"/><ellipse fill="${c.light}" cx="300" cy="232" rx="48" ry="38"/>
<circle fill="${c.main}" cx="188" cy="398" r="38"/><circle fill="${c.main}" cx="412" cy="398" r="38"/>
<path fill="none" stroke="#33353c" stroke-width="20" d="M262 184h.1m76 0h.1"/><path fill="none" stroke="#33353c" stroke-width="7" d="M288 220h24l-12 14v14"/>`;

export const puzzle = (c: Paint) => `
<path fill="${c.main}" d="M150 200h96q-30-82 54-82t54 82h96v96q82-30 82 32t-82 32v70H150v-96q72 26 72-24t-72-24z" transform="translate(-16 0)"/>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M164 400h238"/>`;

export const car = (c: Paint) => `
<path fill="${c.main}" d="M84 340q-4-62 62-74l56-84q12-16 34-16h122q22 0 36 16l60 82q66 8 64 76 0 20-18 20H102q-18 0-18-20z"/>
<path fill="#dfeaf2" d="m218 262 38-62h40v62zM318 200h38q10 0 16 8l38 54h-92z"/>
<path fill="none" stroke="${c.accent}" stroke-width="10" d="M96 308h412"/>
<circle fill="#33353c" cx="184" cy="362" r="52"/><circle fill="${c.light}" cx="184" cy="362" r="22"/><circle fill="#33353c" cx="418" cy="362" r="52"/><circle fill="${c.light}" cx="418" cy="362" r="22"/>`;

export const train = (c: Paint) => `
<path fill="${c.main}" d="M120 250h210v-70h140v190H120z"/><rect fill="${c.dark}" x="318" y="152" width="168" height="34" rx="10"/><rect fill="#f3dfb8" x="366" y="212" width="68" height="62" rx="8"/>
<path fill="${c.accent}" d="M160 180h56l10 70h-76z"/><path fill="#d9b98a" d="M96 350h396v30H96z"/>
<circle fill="#e4b24a" cx="174" cy="388" r="38"/><circle fill="#c8684a" cx="290" cy="388" r="38"/><circle fill="#5f9ea0" cx="414" cy="388" r="38"/>`;

export const drill = (c: Paint) => `
<path fill="#aab1ba" d="M96 186h84v20H96z"/><path fill="#50545c" d="M176 168h54v58h-54z"/>
<path fill="${c.main}" d="M230 132h214q30 0 30 30v68q0 30-30 30h-16l26 108h-96l-26-108h-88q-14 0-14-14z"/>
<path fill="${c.accent}" d="M336 366h134q16 0 16 16v28q0 16-16 16H336q-16 0-16-16v-28q0-16 16-16z"/>
<path fill="#33353c" d="M306 260h30l12 46q-30 2-42-46z"/><path fill="none" stroke="${c.accent}" stroke-width="9" d="M290 168h130m-130 28h90"/>`;

export const saw = (c: Paint) => `
<circle fill="#cfd5db" stroke-dasharray="12 7" cx="250" cy="302" r="114"/><circle fill="#8d949d" cx="250" cy="302" r="24"/>
<path fill="${c.main}" d="M118 292q10-128 132-128h108q52 0 84 46l54 84q8 18-10 24l-44 12-62-86h-18q-10-70-112-70-96 6-102 118z"/>
<path fill="${c.accent}" d="M84 388h382v26H84z"/>`;

export const pliers = (c: Paint) => `
<path fill="#aab1ba" d="M252 236q-40-70 14-140l20 8v96h28v-96l20-8q54 70 14 140l-48 40z"/><circle fill="#50545c" cx="300" cy="238" r="22"/>
<path fill="none" stroke="${c.main}" stroke-width="40" d="M278 262q-66 40-70 156M322 262q66 40 70 156"/>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M240 312q-26 40-30 92m150-92q26 40 30 92"/>`;

export const laser = (c: Paint) => `
<path fill="none" stroke="#e0453a" stroke-width="6" d="M60 210h160m160 0h160M300 60v60"/>
<rect fill="${c.main}" x="212" y="120" width="176" height="250" rx="34"/><rect fill="#dfe8dc" x="242" y="232" width="116" height="70" rx="10"/>
<circle fill="#33353c" cx="300" cy="180" r="30"/><circle fill="#e0453a" cx="300" cy="180" r="11"/><path fill="${c.accent}" d="M180 370h240v46H180z"/>`;

export const shears = (c: Paint) => `
<path fill="#cfd5db" d="M292 250Q220 170 270 84q56 60 52 166zM312 246q0-80 74-132 10 84-50 150z"/>
<path fill="none" stroke="${c.main}" stroke-width="34" d="M318 268q-92 50-96 158M290 264q98 50 100 162"/><circle fill="#50545c" cx="306" cy="258" r="18"/>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M246 340q-20 36-22 76m144-76q20 36 22 76"/>`;

export const toolBox = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="20" d="M220 214v-56q0-20 20-20h120q20 0 20 20v56"/>
<path fill="${c.main}" d="M112 210h376q18 0 18 18v58H94v-58q0-18 18-18z"/><path fill="${c.light}" d="M106 286h388v116q0 18-18 18H124q-18 0-18-18z"/>
<path fill="${c.accent}" d="M190 262h46v56h-46zM364 262h46v56h-46z"/>`;

export const tent = (c: Paint) => `
<path fill="${c.main}" d="m300 118 226 300H74z"/><path fill="${c.light}" d="m300 118 96 300H74z"/>
<path fill="${c.dark}" d="m270 262 76 156H206z"/><path fill="none" stroke="${c.accent}" stroke-width="8" d="m300 118-18-36m18 36 18-36M74 418l-34 14m486-14 34 14"/>`;

export const roll = (c: Paint) => `
<path fill="${c.main}" d="M180 210h258q74 0 74 92t-74 92H180z"/><circle fill="${c.light}" cx="180" cy="302" r="92"/>
<path fill="none" stroke="${c.dark}" stroke-width="9" d="M180 302m-8 0a16 16 0 1 1 24 14 40 40 0 1 1 32-38 66 66 0 1 1-60-48"/>
<path fill="${c.accent}" d="M300 210h32v184h-32zM410 210h32v184h-32z"/>`;

export const kettlebell = (c: Paint) => `
<path fill="none" stroke="${c.dark}" stroke-width="44" d="M232 250q-34-126 68-126t68 126"/><path fill="none" stroke="${c.main}" stroke-width="30" d="M232 250q-34-126 68-126t68 126"/>
<path fill="${c.main}" d="M216 418q-66-40-52-116 20-82 136-82t136 82q14 76-52 116z"/><circle fill="${c.accent}" cx="300" cy="322" r="52"/>`;

export const helmet = (c: Paint) => `
<path fill="${c.main}" d="M92 330q-8-190 202-190 190 0 222 150 6 30-24 36-190 20-400 4z"/>
<path fill="${c.dark}" d="M190 286q4-80 70-104-20 44-16 110zM290 176q60 6 92 40-44 10-68 76-34-50-24-116zM420 240q36 20 46 50l-80 4q6-32 34-54z"/>
<path fill="none" stroke="${c.accent}" stroke-width="13" d="M150 332q40 92 150 96 70-40 80-100"/>`;

export const football = (c: Paint) => `
<circle fill="${c.main}" cx="300" cy="270" r="156"/><path fill="${c.accent}" d="m300 206 60 44-22 70h-76l-22-70z"/>
<path fill="${c.accent}" d="m252 122 48 30 48-30q-48-16-96 0zM148 232l46 34-18 54q-34-36-28-88zM452 232l-46 34 18 54q34-36 28-88zM206 394l32-40 50 22-2 49q-46-4-80-31zM394 394l-32-40-50 22 2 49q46-4 80-31z"/>
<path fill="none" stroke="${c.accent}" stroke-width="8" d="M300 152v54m-106 60 46-16m166 16-46-16M238 354l24-34m100 34-24-34"/>`;

export const basketball = (c: Paint) => `
<circle fill="${c.main}" cx="300" cy="270" r="156"/>
<path fill="none" stroke="#2b2d33" stroke-width="9" d="M144 270h312M300 114v312M190 160q96 110 0 220M410 160q-96 110 0 220"/>`;

export const goggles = (c: Paint) => `
<path fill="${c.dark}" d="M60 230h60v84H60zM480 230h60v84h-60z"/>
<path fill="${c.main}" d="M106 214q0-50 60-54 134-14 268 0 60 4 60 54v84q0 74-84 74-52 0-72-40-16-30-38-30t-38 30q-20 40-72 40-84 0-84-74z"/>
<path fill="${c.accent}" d="M142 222q0-26 34-28 124-10 248 0 34 2 34 28v70q0 46-52 46-32 0-48-30-22-38-58-38t-58 38q-16 30-48 30-52 0-52-46z"/>
<path fill="none" stroke="#ffffff" stroke-width="10" opacity=".6" d="m200 226-26 60m66-66-26 60"/>`;

export const parcel = (c: Paint) => `
<path fill="${c.main}" d="m300 110 180 76v176l-180 76-180-76V186z"/><path fill="${c.light}" d="m300 110 180 76-180 76-180-76z"/>
<path fill="${c.accent}" d="m196 154 180 76v60l34-14v-60L232 140z"/><path fill="none" d="M300 262v176"/>`;
