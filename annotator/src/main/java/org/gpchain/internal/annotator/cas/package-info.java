/** Between the CAS and the sequences of the core: sentences out, segments in. */
package org.gpchain.internal.annotator.cas;
