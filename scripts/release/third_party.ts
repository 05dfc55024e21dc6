/** The file `THIRD-PARTY`: what is in the executable that others wrote, and under which licences. */
import { MIT, type Package } from "./packages.ts";

const RULE = `\n\n${"-".repeat(78)}\n\n`;

const V8 = `Copyright 2006-2011, the V8 project authors. All rights reserved.
Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are
met:

    * Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.
    * Redistributions in binary form must reproduce the above
      copyright notice, this list of conditions and the following
      disclaimer in the documentation and/or other materials provided
      with the distribution.
    * Neither the name of Google Inc. nor the names of its
      contributors may be used to endorse or promote products derived
      from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS
"AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR
A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY
THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** The text of the file. */
export function thirdParty(packages: readonly Package[]): string {
  const parts = [
    "Garfio's executable holds software of others. Each part stands under its own licence, which follows.",
    ...packages.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`),
    `Deno, the runtime (MIT); it names the libraries that are in it in its own repository\n\n` +
    `MIT License\n\nCopyright 2018-2026 the Deno authors\n\n${MIT}`,
    `V8, the engine of the runtime (BSD-3-Clause)\n\n${V8}`,
  ];
  return `${parts.join(RULE)}\n`;
}
