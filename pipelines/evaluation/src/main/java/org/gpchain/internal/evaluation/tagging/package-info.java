/** Tagging of many sentences in parallel. */
package org.gpchain.internal.evaluation.tagging;
