/** Raw text divided into sentences and tokens, compared with corpora. */
package org.gpchain.experiments.segmentation;
