/** From raw text to annotated documents: segmentation, tagging, our engines, and writers. */
package org.gpchain.internal.documents;
