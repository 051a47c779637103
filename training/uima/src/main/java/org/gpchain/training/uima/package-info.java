/** Trainer components and corpora from UIMA pipelines. */
package org.gpchain.training.uima;
