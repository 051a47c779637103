/** Raw text: how well it is restored from tokens, and what models find in it. */
package org.gpchain.experiments.rawtext;
